import { setFlagsFromString } from 'node:v8'
import { startQuickly } from './platform/quick-imports.ts'

// The production entry. What it does is brought in only when it is set that modules are found and compiled quickly.

// Left to itself the heap grows to several times of what is in use, as long as the machine has memory: no faster for it.
setFlagsFromString('--heap-growing-percent=60')
const quick = startQuickly()
await import('./serve.ts')
quick.end()
