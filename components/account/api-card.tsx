import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'

/** Card that links to the API reference. */
export const ApiCard = () => (
  <Card aria-labelledby="api" className="max-w-2xl">
    <CardHeader id="api" title="API" description="Scripts and other systems can do what these pages do." />
    <CardBody className="text-sm">
      <p>
        The <TextLink href={pagePaths.reference}>API reference</TextLink> describes every operation. An administrator
        creates the API tokens.
      </p>
    </CardBody>
  </Card>
)
