import { Badge, type Tone } from '#components/ui/badge.tsx'
import type { Method } from './read-reference.ts'

const tones: Readonly<Record<Method, Tone>> = {
  get: 'info',
  post: 'success',
  put: 'warning',
  patch: 'warning',
  delete: 'danger',
}

export function MethodBadge({ method }: { method: Method }) {
  return (
    <Badge tone={tones[method]} className="w-16 shrink-0 justify-center font-mono uppercase">
      {method}
    </Badge>
  )
}
