import { startQuickly } from '#server/quick-imports.ts'

// Before a command, by `node --import`: it starts as quickly as the production entry. One that only tells how it is called
// takes 0.4 s of a processor and 100 MB then, instead of 1.9 s and 300.

startQuickly()
