import {
  BookOpenText,
  ChartNoAxesColumn,
  ClipboardCheck,
  ListChecks,
  type LucideIcon,
  Package,
  ShieldCheck,
  Sunrise,
  Users,
} from 'lucide-react'

export type ShellRole = 'viewer' | 'reviewer' | 'manager' | 'admin'

export type NavItem = {
  href: string
  label: string
  icon: LucideIcon
  /** Its keyboard shortcut. */
  keys: string
  /** The roles that see it; all roles if omitted. */
  roles?: readonly ShellRole[]
}

const navItems: readonly NavItem[] = [
  { href: '/', label: 'Today', icon: Sunrise, keys: 'g t' },
  { href: '/changes', label: 'Changes', icon: ClipboardCheck, keys: 'g c' },
  { href: '/improvements', label: 'Improvements', icon: ListChecks, keys: 'g i' },
  { href: '/knowledge', label: 'Knowledge', icon: BookOpenText, keys: 'g k' },
  { href: '/insights', label: 'Insights', icon: ChartNoAxesColumn, keys: 'g m' },
  { href: '/users', label: 'Users', icon: Users, keys: 'g u' },
  { href: '/products', label: 'Products', icon: Package, keys: 'g p' },
  { href: '/admin', label: 'Administration', icon: ShieldCheck, keys: 'g a', roles: ['manager', 'admin'] },
]

/** The entries for a role; none before signing in. The pages check permissions themselves. */
export function navItemsFor(role: ShellRole | undefined): NavItem[] {
  if (!role) return []
  return navItems.filter((item) => !item.roles || item.roles.includes(role))
}

/** Whether a path is `href` or below it. */
export function isWithin(path: string, href: string): boolean {
  return path === href || path.startsWith(`${href}/`)
}
