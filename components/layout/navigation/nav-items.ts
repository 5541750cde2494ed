import {
  BookOpenText,
  ChartNoAxesColumn,
  ClipboardCheck,
  ListChecks,
  type LucideIcon,
  Package,
  ShieldCheck,
  Siren,
  Sunrise,
  Users,
} from 'lucide-react'
import type { Role } from '#lib/contracts/endpoint.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { readers } from './role-groups.ts'

export type NavItem = {
  href: string
  label: string
  icon: LucideIcon
  keys: string
  /** Heading above it, shared with its neighbours. */
  group?: string
  isFor?: (role: Role) => boolean
}

/** False for auditors, who have no work on Today. */
const hasWork = (role: Role) => role !== 'auditor'

export const directory = 'Directory'

const navItems: readonly NavItem[] = [
  { href: pagePaths.start, label: 'Today', icon: Sunrise, keys: 'g t', isFor: hasWork },
  { href: '/changes', label: 'Changes', icon: ClipboardCheck, keys: 'g c' },
  { href: '/incidents', label: 'Incidents', icon: Siren, keys: 'g n' },
  { href: '/improvements', label: 'Improvements', icon: ListChecks, keys: 'g i' },
  { href: '/knowledge', label: 'Knowledge', icon: BookOpenText, keys: 'g k' },
  { href: '/insights', label: 'Insights', icon: ChartNoAxesColumn, keys: 'g m' },
  { href: '/users', label: 'Users', icon: Users, keys: 'g u', group: directory },
  { href: '/products', label: 'Products', icon: Package, keys: 'g p', group: directory },
  { href: '/admin', label: 'Administration', icon: ShieldCheck, keys: 'g a', isFor: readers },
]

/** Returns the entries for a role. The pages check permissions themselves. */
export const listNavItems = (role: Role): NavItem[] => navItems.filter(({ isFor }) => !isFor || isFor(role))

export function groupNavItems(items: readonly NavItem[]) {
  const groups: { name: string | undefined; items: NavItem[] }[] = []
  for (const item of items) {
    const group = groups.at(-1)
    if (group && group.name === item.group) group.items.push(item)
    else groups.push({ name: item.group, items: [item] })
  }
  return groups
}

export const isWithin = (path: string, href: string): boolean => path === href || path.startsWith(`${href}/`)
