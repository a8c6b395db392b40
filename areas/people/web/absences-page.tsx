import { absence } from '#areas/people/contract/absence.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'

/** Who is away, and who stands in: one's own, those in which one stands in, and everybody's for who administers people. */
export const Page = () => <ListPage entity={absence} />
