import { environment, run } from './prepare.mjs'

// `next dev` does not notice when npm is killed or its terminal is closed. instrumentation.ts stops its server and the
// embedded database.
const args = ['dev', '--hostname', '127.0.0.1', ...process.argv.slice(2)]
process.exit(await run('next', args, { env: { ...environment, NEXT_MANUAL_SIG_HANDLE: 'true' } }))
