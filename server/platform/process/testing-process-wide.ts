import { afterEach, vi } from 'vitest'

/** The values of `processWide` by name. */
const values = () => Reflect.get(globalThis, Symbol.for('hindsight')) as Map<string, unknown> | undefined

/** Makes the next user of a process-wide value create it, as in a new process. */
export const forgetProcessWide = (name: string): void => {
  values()?.delete(name)
}

// Runs before each test file: the files of a process run one after the other, and none sees the values of another.
values()?.clear()

// Timers are real again. The message of an `AppError` names no field; its details do.
afterEach(({ task: { result } }) => {
  vi.useRealTimers()
  for (const error of result?.errors ?? []) {
    if (Array.isArray(error.details) && error.details.length > 0) error.message += `\n${JSON.stringify(error.details)}`
  }
})
