import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { decodePcm } from './loudspeaker-figures.ts'

export type NullSink = {
  record(seconds: number, whenRecording?: () => Promise<void>): Promise<Float32Array>
  close(): Promise<void>
}

export const SINK_RATE = 48_000
const READY_TIMEOUT_MS = 20_000

/**
 * Starts a PulseAudio server. All programs that this process starts later play to it. Throws with instructions if PulseAudio
 * is not installed.
 */
export async function startVirtualAudioOutput(): Promise<NullSink> {
  if (['pulseaudio', 'parec'].some(name => spawnSync(name, ['--version']).error !== undefined))
    throw new Error(
      'This bench records what browsers play with PulseAudio. ' +
        'On Debian: apt-get install --no-install-recommends pulseaudio pulseaudio-utils',
    )
  const folder = await mkdtemp(join(tmpdir(), 'dacapo-sink-'))
  const sink = `module-null-sink sink_name=null rate=${SINK_RATE} channels=2 format=s16le`
  const flags = [
    '-n',
    '--daemonize=no',
    '--exit-idle-time=-1',
    '-L',
    'module-native-protocol-unix',
    '-L',
    sink,
  ]
  const env = { ...process.env, XDG_RUNTIME_DIR: folder }
  const pulse = spawn('pulseaudio', flags, { stdio: ['ignore', 'ignore', 'inherit'], env })
  const exit = once(pulse, 'exit')
  const deadline = Date.now() + READY_TIMEOUT_MS
  while (!existsSync(join(folder, 'pulse/native'))) {
    if (pulse.exitCode !== null || Date.now() > deadline) {
      pulse.kill('SIGKILL')
      throw new Error('PulseAudio did not start')
    }
    await sleep(50)
  }
  process.env['PULSE_SERVER'] = `unix:${folder}/pulse/native`
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
  const flags = ['--device=null.monitor', ...format]
  const recorder = spawn('parec', flags, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = once(recorder, 'exit')
  const chunks: Buffer[] = []
  let length = 0
  let callback: Promise<void> | undefined
  for await (const chunk of recorder.stdout as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    callback ??= whenRecording?.()
    if (length >= bytes) break
  }
  recorder.kill('SIGKILL')
  await exit
  await callback
  if (length < bytes) throw new Error('parec ended before the recording was complete')
  return decodePcm(Buffer.concat(chunks).subarray(0, bytes))
}
