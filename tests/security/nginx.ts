import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#tests/server/free-port.ts'

export const hasNginx = () => spawnSync('nginx', ['-v']).error === undefined

/** Starts nginx in front of the server at `port`. `location` is the content of its only location block. */
export async function startNginx(port: number, location: string, connections: number) {
  const folder = mkdtempSync(join(tmpdir(), 'dacapo-nginx-'))
  const own = await freePort()
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; worker_processes 1; pid nginx.pid; error_log stderr;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events {}
    http {
      access_log off;
      client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
      uwsgi_temp_path uwsgi; scgi_temp_path scgi;
      client_max_body_size 8m;
      upstream dacapo { server 127.0.0.1:${port}; keepalive ${connections}; }
      server {
        listen 127.0.0.1:${own};
        location / { proxy_pass http://dacapo; proxy_http_version 1.1; proxy_set_header Connection ""; ${location} }
      }
    }`,
  )
  const arguments_ = ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr']
  const nginx = spawn('nginx', arguments_, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  nginx.stderr.on('data', chunk => (said += String(chunk)))
  while (!(await answers(own))) {
    if (nginx.exitCode !== null) throw new Error(`nginx ended with ${nginx.exitCode}: ${said}`)
    await pause(50)
  }
  return {
    port: own,
    async close() {
      const ended = new Promise(resolve => nginx.once('exit', resolve))
      nginx.kill('SIGQUIT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const answers = (port: number) =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    answer => answer.ok,
    () => false,
  )
