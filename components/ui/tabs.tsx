'use client'

import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { tabBarClass, tabClass } from './tab-links.tsx'

type TabsProps = {
  label: string
  tabs: readonly { value: string; label: ReactNode; content: ReactNode }[]
  value: string
  onValueChange: (value: string) => void
}

/**
 * Panels of one page, by the ARIA pattern. If each panel has its own URL, use `TabLinks`. Radix Tabs would put the
 * pages of a review 4 to 8 kB over their script budget.
 */
export function Tabs({ label, tabs, value, onValueChange }: TabsProps) {
  const id = useId()
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const index = tabs.findIndex((tab) => tab.value === value)
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key]
    const tab = next === undefined ? undefined : tabs.at(next % tabs.length)
    if (!tab) return
    event.preventDefault()
    onValueChange(tab.value)
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
            aria-selected={tab.value === value}
            aria-controls={tab.value === value ? `${id}-panel` : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onValueChange(tab.value)}
            className={tabClass}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${value}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the ARIA pattern makes the panel focusable
        tabIndex={0}
        className="rounded-md pt-4"
      >
        {tabs.find((tab) => tab.value === value)?.content}
      </div>
    </div>
  )
}
