'use client'

import { Printer } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'

export function PrintButton() {
  return (
    <Button icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
      Print
    </Button>
  )
}
