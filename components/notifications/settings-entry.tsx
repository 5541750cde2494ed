'use client'

import { Settings } from 'lucide-react'
import { userMenuId, userMenuItemClass } from '#components/layout/user-menu-item.ts'
import { Link } from '#components/ui/link.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'

/** The entry for personal settings in the user menu. */
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
