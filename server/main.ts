import { setFlagsFromString } from 'node:v8'
import { answerHelp } from './cli/answer-help.mjs'

answerHelp(`Usage: npm start
Serves Hindsight at the port PORT (3000), from DATABASE_URL or an embedded database. The file .env sets its variables;
docs/configuration.md lists them.`)

// Production entry. By default the heap grows to several times the memory in use, as long as the machine has memory,
// and is no faster for it.
setFlagsFromString('--heap-growing-percent=60')
await import('./serve.ts')
