'use client'

import { Settings } from 'lucide-react'
import { userMenuId, userMenuItemClass } from '#components/layout/user-menu-item.ts'
import { Link } from '#components/ui/link.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'

/** The entry of the user menu that leads to what a person chooses for themselves. */
export const SettingsEntry = () => (
  <Link
    href={pagePaths.settings}
    onClick={() => document.getElementById(userMenuId)?.hidePopover()}
    className={userMenuItemClass}
  >
    <Settings aria-hidden="true" />
    Settings
  </Link>
)
