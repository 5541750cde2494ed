import { Notice } from '#components/ui/notice.tsx'

export function FormError({ children }: { children: string | null | undefined }) {
  if (!children) return null
  return (
    <Notice tone="danger" announce>
      {children}
    </Notice>
  )
}
