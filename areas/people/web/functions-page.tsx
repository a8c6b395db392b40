import { jobFunction } from '#areas/people/contract/job-function.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import type { Reference } from '#kit/contract/field.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'

type Holder = { readonly member: Reference | null; readonly perimeter: Reference | null }

const cells = {
  holders: ({ holders }: RowOf<typeof jobFunction>) =>
    (holders as readonly Holder[]).map(({ member, perimeter }) => `${member?.name ?? ''} (${perimeter?.name ?? ''})`).join(', '),
}

/** Who is what for others, and where (ADM-10). */
export const Page = () => <ListPage entity={jobFunction} cells={cells} />
