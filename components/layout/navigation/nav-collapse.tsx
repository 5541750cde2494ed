'use client'

import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { storeChoice } from '#components/ui/stored-choice.ts'

/** Collapses the navigation to a rail of icons, and stores the choice for pages rendered later. */
export function NavCollapse({ isRail: wasRail }: { isRail: boolean }) {
  const [isRail, setRail] = useState(wasRail)
  const toggle = (button: HTMLElement) => {
    const next = isRail ? 'open' : 'rail'
    button.closest<HTMLElement>('[data-nav]')?.setAttribute('data-nav', next)
    storeChoice('nav', next)
    setRail(!isRail)
  }
  return (
    <IconButton
      label={isRail ? 'Expand the sidebar' : 'Collapse the sidebar'}
      icon={isRail ? <PanelLeftOpen aria-hidden="true" /> : <PanelLeftClose aria-hidden="true" />}
      onClick={(event) => toggle(event.currentTarget)}
      className="text-muted"
    />
  )
}
