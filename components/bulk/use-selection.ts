'use client'

import { useMemo, useState } from 'react'

export type Selection = {
  readonly numbers: readonly string[]
  readonly has: (number: string) => boolean
  readonly toggle: (number: string) => void
  /** Selects all of `numbers`, or deselects them if all are selected. */
  readonly toggleAll: (numbers: readonly string[]) => void
  readonly clear: () => void
}

export function useSelection(onPage: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  return useMemo(() => {
    const numbers = [...new Set(onPage)].filter((number) => chosen.has(number))
    return {
      numbers,
      has: (number) => chosen.has(number),
      toggle: (number) =>
        setChosen((before) => {
          const next = new Set(before)
          if (!next.delete(number)) next.add(number)
          return next
        }),
      toggleAll: (all) =>
        setChosen((before) => {
          const isAll = all.every((number) => before.has(number))
          return isAll ? new Set([...before].filter((number) => !all.includes(number))) : new Set([...before, ...all])
        }),
      clear: () => setChosen(new Set()),
    }
  }, [chosen, onPage])
}
