import { Notice } from '#components/ui/notice.tsx'

/** An error of a form as a whole: one that belongs to no field. */
export function FormError({ children }: { children: string | null | undefined }) {
  if (!children) return null
  return (
    <Notice tone="danger" announce>
      {children}
    </Notice>
  )
}
