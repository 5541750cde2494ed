/**
 * Returns a function that passes a message on unless the same one was passed on within `every` milliseconds, so that an
 * unreachable database does not fill the log.
 */
export function createQuietLog(pass: (error: Error) => void, every: number, clock: () => number = Date.now) {
  const passed = new Map<string, number>()
  return (error: Error): void => {
    // pg-boss appends queue and worker in brackets.
    const reason = error.message.replace(/ \(Queue: .*$/, '')
    const at = clock()
    for (const [key, last] of passed) if (at - last >= every) passed.delete(key)
    if (passed.has(reason)) return
    passed.set(reason, at)
    pass(error)
  }
}
