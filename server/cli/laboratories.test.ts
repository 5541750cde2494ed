import { test } from 'vitest'
import { listTrials, tryScript } from './testing-trials.ts'

// Not part of `npm test`, as they take two minutes.
test.each(listTrials('laboratory'))('npm run %s works in its smallest form', tryScript, 300_000)
