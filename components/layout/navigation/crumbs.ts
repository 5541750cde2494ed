import { upperFirst } from '#lib/text/first-letter.ts'
import { directory } from './nav-items.ts'

/** A group of the navigation has no page, so its crumb has no `href`. */
export type Crumb = { href?: string; label: string }

const inDirectory = ['users', 'products']

const segmentLabels = new Map(
  Object.entries({
    changes: 'Changes',
    incidents: 'Incidents',
    improvements: 'Improvements',
    knowledge: 'Knowledge',
    users: 'Users',
    products: 'Products',
    admin: 'Administration',
    tokens: 'API tokens',
    policy: 'Review policy',
    setup: 'First steps',
    'sign-off': 'Sign-off',
  }),
)

/** Returns the breadcrumbs of a path. `labels` names paths that end in an identifier. */
export function listCrumbs(path: string, labels: Readonly<Record<string, string>> = {}): Crumb[] {
  const segments = path.split('/').filter(Boolean)
  const crumbs = segments.map((segment, at) => {
    const href = `/${segments.slice(0, at + 1).join('/')}`
    return { href, label: labels[href] ?? segmentLabels.get(segment) ?? getSegmentLabel(segment) }
  })
  return inDirectory.includes(segments[0] ?? '') ? [{ label: directory }, ...crumbs] : crumbs
}

function getSegmentLabel(segment: string): string {
  const text = decode(segment)
  if (!/^[a-z]+(-[a-z]+)*$/.test(text)) return text
  const words = text.replaceAll('-', ' ')
  return upperFirst(words)
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
