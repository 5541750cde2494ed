'use client'

import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { showToast } from '#components/ui/overlay/toast.tsx'

export function CopyButton({ value, what, wide }: { value: string; what: string; wide?: boolean }) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [isCopied])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
    } catch {
      showToast({
        kind: 'error',
        title: `The browser did not allow copying ${what}`,
        description: 'Select it and copy it yourself.',
      })
    }
  }

  const label = isCopied ? 'Copied' : `Copy ${what}`
  const icon = isCopied ? <Check /> : <Copy />
  return (
    <>
      {wide ? (
        <Button size="sm" icon={icon} onClick={copy}>
          {label}
        </Button>
      ) : (
        <IconButton size="sm" label={label} icon={icon} onClick={copy} />
      )}
      <span role="status" className="sr-only">
        {isCopied ? `Copied ${what}` : ''}
      </span>
    </>
  )
}
