'use client'

import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { keepChoice } from '#components/ui/kept-choice.ts'
import { navCookie } from './nav-cookie.ts'

/** Folds the navigation to a rail of icons, and remembers it for the next page from the server. */
export function NavCollapse({ isRail: isRailAtFirst }: { isRail: boolean }) {
  const [isRail, setRail] = useState(isRailAtFirst)
  const toggle = (button: HTMLElement) => {
    const next = isRail ? 'open' : 'rail'
    button.closest<HTMLElement>('[data-nav]')?.setAttribute('data-nav', next)
    keepChoice(navCookie, next)
    setRail(!isRail)
  }
  return (
    <IconButton
      label={isRail ? 'Widen the navigation' : 'Narrow the navigation'}
      icon={isRail ? <PanelLeftOpen aria-hidden="true" /> : <PanelLeftClose aria-hidden="true" />}
      onClick={(event) => toggle(event.currentTarget)}
      className="text-muted"
    />
  )
}
