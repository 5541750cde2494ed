'use client'

import { Monitor, Moon, Sun } from 'lucide-react'
import { useTheme } from 'next-themes'
import { cx } from './class-names.ts'
import { IconButton } from './icon-button.tsx'
import { Tooltip } from './overlay/tooltip.tsx'
import { useHydrated } from './use-hydrated.ts'

const themes = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'system', label: 'System', icon: Monitor },
] as const

export function ThemeToggle() {
  const { theme = 'system', setTheme } = useTheme()
  const isHydrated = useHydrated()
  const at = isHydrated ? themes.findIndex(({ value }) => value === theme) : 2
  const now = themes[at] ?? themes[2]
  const next = themes[(at + 1) % themes.length] ?? themes[0]
  return (
    <IconButton
      label={`Colours: ${now.label.toLowerCase()}. Change to ${next.label.toLowerCase()}`}
      icon={<now.icon aria-hidden="true" />}
      onClick={() => setTheme(next.value)}
    />
  )
}

export function ThemeChoice() {
  const { theme = 'system', setTheme } = useTheme()
  const isHydrated = useHydrated()
  return (
    <fieldset className="flex rounded-md bg-sunken p-0.5">
      <legend className="sr-only">Colours</legend>
      {themes.map(({ value, label, icon: Icon }) => {
        const isOn = isHydrated && theme === value
        return (
          <Tooltip key={value} text={label}>
            <button
              type="button"
              aria-pressed={isOn}
              aria-label={label}
              onClick={() => setTheme(value)}
              className={cx(
                'grid h-7 flex-1 place-items-center rounded-sm',
                isOn ? 'bg-raised text-ink shadow-control' : 'text-muted hover:text-ink',
              )}
            >
              <Icon className="size-4" />
            </button>
          </Tooltip>
        )
      })}
    </fieldset>
  )
}
