import { jobFunction } from '#areas/people/contract/job-function.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'

/** Who is what for others, and where (ADM-10). */
export const Page = () => <ListPage entity={jobFunction} />
