import { setFlagsFromString } from 'node:v8'

// Production entry. By default the heap grows to several times the memory in use, as long as the machine has memory,
// and is no faster for it.
setFlagsFromString('--heap-growing-percent=60')
await import('./serve.ts')
