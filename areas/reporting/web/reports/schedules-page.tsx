import { ListPage } from '#kit/web/resource/list-page.tsx'
import { reportSchedule } from '#areas/reporting/contract/report-schedule.ts'

const defaults = { filters: [{ name: 'archived', selected_options: [false] }] }

/** Reports that people are sent again and again. */
export const Page = () => <ListPage entity={reportSchedule} defaults={defaults} />
