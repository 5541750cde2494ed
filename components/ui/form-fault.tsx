import { Notice } from './notice.tsx'

/** What is wrong with a form as a whole: refused by the service, or belonging to none of its fields. */
export function FormFault({ children }: { children: string | null | undefined }) {
  if (!children) return null
  return (
    <Notice tone="danger" announce>
      {children}
    </Notice>
  )
}
