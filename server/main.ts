import { setFlagsFromString } from 'node:v8'

// The production entry. Left to itself the heap grows to several times of what is in use, as long as the machine has
// memory: no faster for it.
setFlagsFromString('--heap-growing-percent=60')
await import('./serve.ts')
