// Install, build, database, migrations, demo data, serve: all of it on a fresh clone, in the foreground.
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { isBuildStale } from './build-state.mjs'
import { environment, install, projectDir, run } from './prepare.mjs'

const port = Number(process.env.PORT || 3000)
const host = process.env.HOST || '127.0.0.1'
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  process.stderr.write(`PORT must be a whole number up to 65535, not ${process.env.PORT}.\n`)
  process.exit(1)
}

function assertPortIsFree() {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', (error) => {
      const reason = error.code === 'EADDRINUSE' ? `Port ${port} is in use.` : `Port ${port}: ${error.message}.`
      process.stderr.write(`${reason} Choose another: PORT=${port + 1} npm run quickstart\n`)
      process.exit(1)
    })
    probe.listen(port, host, () => probe.close(done))
  })
}

await assertPortIsFree()
install()
if (isBuildStale(projectDir)) {
  process.stderr.write('Building the pages…\n')
  const failed = await run('npm', ['run', '--silent', 'build'], { stdio: ['ignore', 'ignore', 'inherit'] })
  if (failed) process.exit(failed)
}

const server = spawn('node', ['server/cli/serve-demo.ts'], {
  cwd: projectDir,
  env: {
    ...environment,
    NODE_ENV: 'production',
    HINDSIGHT_DEMO: 'true',
    HINDSIGHT_LOG_LEVEL: process.env.HINDSIGHT_LOG_LEVEL || 'warn',
  },
  stdio: 'inherit',
})
// A terminal's Ctrl+C reaches the server too; this process waits for it to have stopped.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => server.kill('SIGTERM'))
server.on('exit', (code) => process.exit(code ?? 1))
