'use client'

import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { tabBarClass, tabClass } from './tab-styles.ts'

type TabsProps = {
  /** Names the row of tabs. */
  label: string
  tabs: readonly { value: string; label: ReactNode; count?: number; content: ReactNode }[]
  value?: string
  defaultValue?: string
  onValueChange?: (value: string) => void
}

/** Panels of one page, as the ARIA pattern has them. Where each panel has its own address, take `TabLinks`. */
export function Tabs({ label, tabs, value, defaultValue, onValueChange }: TabsProps) {
  const id = useId()
  const [chosenHere, setChosenHere] = useState(defaultValue ?? tabs[0]?.value)
  const chosen = value ?? chosenHere
  const choose = (next: string) => {
    setChosenHere(next)
    onValueChange?.(next)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = tabs.findIndex((tab) => tab.value === chosen)
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    const tab = next === undefined ? undefined : tabs.at(next % tabs.length)
    if (!tab) return
    event.preventDefault()
    choose(tab.value)
    document.getElementById(`${id}-tab-${tab.value}`)?.focus()
  }
  return (
    <div>
      <div role="tablist" aria-label={label} onKeyDown={onKeyDown} className={tabBarClass}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-tab-${tab.value}`}
            aria-selected={tab.value === chosen}
            aria-controls={tab.value === chosen ? `${id}-panel` : undefined}
            tabIndex={tab.value === chosen ? 0 : -1}
            onClick={() => choose(tab.value)}
            className={tabClass}
          >
            {tab.label}
            {tab.count === undefined ? null : <span className="text-muted tabular-nums">{tab.count}</span>}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${chosen}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the ARIA pattern lets the keyboard go into the panel
        tabIndex={0}
        className="rounded-md pt-4"
      >
        {tabs.find((tab) => tab.value === chosen)?.content}
      </div>
    </div>
  )
}
