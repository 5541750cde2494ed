import { useQuery } from '@tanstack/react-query'
import { Notice } from '#components/ui/notice.tsx'
import { repeatedFactorsQuery } from '#lib/api/factor-queries.ts'

/** Warns who plans a change of what went wrong more than once on its services; nothing if nothing did. */
export function RepeatedFactors({ number }: { number: string }) {
  const repeated = useQuery(repeatedFactorsQuery(number)).data?.result ?? []
  if (repeated.length === 0) return null
  return (
    <Notice tone="warning" title="What went wrong more than once in a year">
      <ul className="list-disc pl-5">
        {repeated.map(({ factor, service, changes }) => (
          <li key={`${factor} ${service}`}>
            {factor}, {service}: {changes} changes
          </li>
        ))}
      </ul>
    </Notice>
  )
}
