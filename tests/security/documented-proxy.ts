import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { localhostCertificate } from './localhost-certificate.ts'

export type ProxyName = 'nginx' | 'caddy'
export type DocumentedProxy = {
  certificate: string
  /** The access.log that the machine's own nginx.conf would enable, and everything written to stderr. */
  accessLog: () => string
  close: () => Promise<void>
}

export const hasProxy = (name: ProxyName) =>
  spawnSync(name, [name === 'nginx' ? '-v' : 'version']).error === undefined

/**
 * Starts a proxy as `deploy/` configures it, except for addresses, ports and certificate; two upstreams as in
 * compose.nodes.yaml.
 */
export async function startDocumentedProxy(
  name: ProxyName,
  { port, upstream }: { port: number; upstream: number | readonly [number, number] },
): Promise<DocumentedProxy> {
  const folder = mkdtempSync(join(tmpdir(), `dacapo-${name}-`))
  const { key, cert } = localhostCertificate()
  writeFileSync(join(folder, 'key.pem'), key)
  writeFileSync(join(folder, 'cert.pem'), cert)
  const documentedName = typeof upstream === 'number' ? FILES[name] : 'Caddyfile.nodes'
  const documented = readFileSync(resolve(import.meta.dirname, '../../deploy', documentedName), 'utf8')
  const file = join(folder, documentedName)
  writeFileSync(file, withUpstream(onThisMachine[name](documented, port), upstream))
  const command =
    name === 'nginx'
      ? ['-p', folder, '-c', file, '-e', 'stderr']
      : ['run', '--adapter', 'caddyfile', '--config', file]
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child = spawn(name, command, { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] })
  let stderr = ''
  child.stderr.on('data', chunk => (stderr += String(chunk)))
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}: ${stderr}`)
    await pause(50)
  }
  return {
    certificate: cert,
    accessLog: () => `${readIfExists(join(folder, 'access.log'))}${stderr}`,
    async close() {
      const exited = new Promise(done => child.once('exit', done))
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const withUpstream = (text: string, upstream: number | readonly [number, number]) =>
  typeof upstream === 'number'
    ? text.replaceAll(':3000', `:${upstream}`)
    : text.replaceAll(/dacapo-([12]):3000/g, (_, node) => `127.0.0.1:${upstream[node === '1' ? 0 : 1]}`)

const FILES = { nginx: 'nginx.conf', caddy: 'Caddyfile' }

const onThisMachine: Record<ProxyName, (documented: string, port: number) => string> = {
  nginx: (documented, port) => `
    daemon off; worker_processes auto; worker_rlimit_nofile 40000; pid nginx.pid;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 16384; }
    http {
      access_log access.log;
      client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
      uwsgi_temp_path uwsgi; scgi_temp_path scgi;
      ${documented
        .replaceAll(/^.*listen (80|\[::\]).*$/gm, '')
        .replace('server {\n\n\n', 'server {\n listen unix:redirect.sock;\n')
        .replaceAll('listen 443', `listen 127.0.0.1:${port}`)
        .replace(/ssl_certificate .*;/, 'ssl_certificate cert.pem;')
        .replace(/ssl_certificate_key .*;/, 'ssl_certificate_key key.pem;')
        .replaceAll('practice.example.org', 'localhost')}
    }`,
  caddy: (documented, port) =>
    `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${documented.replace(
      /^(practice\.example\.org|\{\$DOMAIN\}) \{\n/m,
      `https://localhost:${port} {\n\tbind 127.0.0.1\n\ttls cert.pem key.pem\n`,
    )}`,
}

const readIfExists = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')

const accepts = (port: number) =>
  new Promise<boolean>(done => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })
