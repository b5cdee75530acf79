import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { decodePcm } from './loudspeaker-figures.ts'

/** A virtual audio output that records everything played to it. */
export type NullSink = {
  /** Records for so many seconds; calls `whenRecording` as soon as samples arrive, and waits for it, too. */
  record(seconds: number, whenRecording?: () => Promise<void>): Promise<Float32Array>
  close(): Promise<void>
}

/** Sample rate of the recordings in Hz. */
export const SINK_RATE = 48_000
const NEEDED = ['pulseaudio', 'parec']
const READY_TIMEOUT_MS = 20_000

/**
 * Starts a PulseAudio server with a virtual output, to which all programs started by this process play from then on.
 * Throws with instructions if PulseAudio is not installed.
 */
export async function startVirtualAudioOutput(): Promise<NullSink> {
  const missing = NEEDED.filter(name => !isOnPath(name))
  if (missing.length > 0)
    throw new Error(
      `This bench records what browsers play with PulseAudio, but there is no ${missing.join(' and no ')} here. ` +
        'On Debian: apt-get install --no-install-recommends pulseaudio pulseaudio-utils',
    )
  const folder = await mkdtemp(join(tmpdir(), 'dacapo-sink-'))
  const server = `unix:${folder}/pulse/native`
  const sink = `module-null-sink sink_name=null rate=${SINK_RATE} channels=2 format=s16le`
  const pulse = spawn(
    'pulseaudio',
    ['-n', '--daemonize=no', '--exit-idle-time=-1', '-L', 'module-native-protocol-unix', '-L', sink],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, XDG_RUNTIME_DIR: folder } },
  )
  const exit = once(pulse, 'exit')
  let said = ''
  pulse.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const deadline = Date.now() + READY_TIMEOUT_MS
  while (!existsSync(join(folder, 'pulse/native'))) {
    if (pulse.exitCode !== null || Date.now() > deadline) {
      pulse.kill('SIGKILL')
      throw new Error(`PulseAudio did not start:\n${said}`)
    }
    await sleep(50)
  }
  process.env['PULSE_SERVER'] = server
  process.env['PULSE_SINK'] = 'null'

  return {
    record,
    async close() {
      pulse.kill('SIGKILL')
      await exit
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function record(seconds: number, whenRecording?: () => Promise<void>): Promise<Float32Array> {
  const bytes = Math.round(seconds * SINK_RATE) * 2
  const format = ['--format=s16le', `--rate=${SINK_RATE}`, '--channels=1', '--latency-msec=50']
  const recorder = spawn('parec', ['--device=null.monitor', ...format], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(recorder, 'exit')
  const chunks: Buffer[] = []
  let length = 0
  let pressed: Promise<void> | undefined
  for await (const chunk of recorder.stdout as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    pressed ??= whenRecording?.()
    if (length >= bytes) break
  }
  recorder.kill('SIGKILL')
  await exit
  await pressed
  if (length < bytes) throw new Error('parec ended before the recording was complete')
  return decodePcm(Buffer.concat(chunks).subarray(0, bytes))
}

const isOnPath = (name: string) =>
  (process.env['PATH'] ?? '').split(delimiter).some(folder => existsSync(join(folder, name)))
