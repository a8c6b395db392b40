import { question } from '#areas/catalog/contract/question.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import { useLibraries } from './use-libraries.ts'

const end = (urn: string | null) => (urn ?? '').slice((urn ?? '').lastIndexOf(':') + 1)

const cells = {
  choices: ({ choices }: RowOf<typeof question>) => choices?.map((choice) => choice.value ?? '').join(' · '),
  // The end of an URN is what people know of it.
  node_urn: ({ node_urn }: RowOf<typeof question>) => <span title={node_urn ?? ''}>{end(node_urn)}</span>,
  framework_urn: ({ framework_urn }: RowOf<typeof question>) => <span title={framework_urn ?? ''}>{end(framework_urn)}</span>,
}

/** Questions that frameworks ask to judge a requirement. */
export const Page = () => <ListPage entity={question} cells={cells} way={useLibraries()} />
