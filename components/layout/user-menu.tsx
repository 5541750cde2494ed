import { Braces } from 'lucide-react'
import type { ReactNode } from 'react'
import { Avatar } from '#components/ui/avatar.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import { ThemeChoice } from '#components/ui/theme-toggle.tsx'
import type { Role } from '#lib/contracts/endpoint.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { ShortcutHelpButton } from './shortcuts/shortcut-help-button.tsx'
import { userMenuId, userMenuItemClass } from './user-menu-item.ts'

export type ShellUser = { name: string; email: string; role: Role }

type UserMenuProps = { user: ShellUser; children: ReactNode }

/** The signed-in person, colours, help and further entries, in a native popover, which needs no script. */
export function UserMenu({ user, children }: UserMenuProps) {
  return (
    <>
      <button
        type="button"
        popoverTarget={userMenuId}
        className="grid size-8 shrink-0 place-items-center rounded-full hover:bg-ink/7"
      >
        <Avatar name={user.name} size="md" />
        <span className="sr-only">Account of {user.name}</span>
      </button>
      <div
        id={userMenuId}
        popover="auto"
        className="fixed inset-auto top-12 right-2 w-60 rounded-lg border border-line bg-raised p-1 text-ink shadow-raised"
      >
        <div className="flex flex-col gap-0.5 px-2 py-1.5">
          <div className="flex items-center justify-between gap-2">
            <p className="truncate text-sm font-medium">{user.name}</p>
            <Badge className="capitalize">{user.role}</Badge>
          </div>
          <p className="truncate text-xs text-muted">{user.email}</p>
        </div>
        <div className="px-1 py-1">
          <ThemeChoice />
        </div>
        <hr className="-mx-1 my-1 border-line" />
        <ShortcutHelpButton className={userMenuItemClass} />
        <Link href={pagePaths.reference} className={userMenuItemClass}>
          <Braces aria-hidden="true" />
          API reference
        </Link>
        {children}
      </div>
    </>
  )
}
