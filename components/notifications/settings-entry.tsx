'use client'

import { Settings } from 'lucide-react'
import Link from 'next/link'
import { userMenuId, userMenuItemClass } from '#components/layout/user-menu-item.ts'
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
