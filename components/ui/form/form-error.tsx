import { Notice } from '#components/ui/notice.tsx'

/** Error of a whole form that belongs to no field. */
export function FormError({ children }: { children: string | null | undefined }) {
  if (!children) return null
  return (
    <Notice tone="danger" announce>
      {children}
    </Notice>
  )
}
