import { test } from 'vitest'
import { listTrials, tryScript } from './testing-trials.ts'

// Not part of `npm test`, as they take two minutes: CI runs them separately, `npm run prove` among its claims.
test.each(listTrials('laboratory'))('npm run %s works in its smallest form', tryScript, 300_000)
