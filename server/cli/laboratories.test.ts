import { test } from 'vitest'
import { trialsBy, tryScript } from './testing-trials.ts'

// Not in `npm test`, which they would make two minutes longer: CI runs them beside it, `npm run prove` among its claims.
test.each(trialsBy('laboratory'))('npm run %s works in its smallest form', tryScript, 300_000)
