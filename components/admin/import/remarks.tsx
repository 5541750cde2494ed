import { Notice } from '#components/ui/notice.tsx'

/** The remarks of an import, one sentence each. */
export function Remarks({ remarks }: { remarks: readonly string[] }) {
  if (remarks.length === 0) return null
  return (
    <Notice title="Good to know">
      <ul className="list-disc pl-4">
        {remarks.map((remark) => (
          <li key={remark} className="wrap-anywhere">
            {remark}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
