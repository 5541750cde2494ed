'use client'

import { Printer } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'

export function PrintButton() {
  return (
    <Button icon={<Printer />} onClick={() => window.print()}>
      Print
    </Button>
  )
}
