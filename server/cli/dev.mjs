import { environment, run } from './prepare.mjs'

// `next dev` itself does not notice when npm is killed or its terminal closed. The end of its server, with the embedded
// database, is ours: instrumentation.ts.
const args = ['dev', '--hostname', '127.0.0.1', ...process.argv.slice(2)]
process.exit(await run('next', args, { env: { ...environment, NEXT_MANUAL_SIG_HANDLE: 'true' } }))
