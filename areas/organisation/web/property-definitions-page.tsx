import { perimeterProperty } from '#areas/organisation/contract/perimeter-property.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import './property-presentation.ts'

/** What is asked about perimeters besides (ADM-11). */
export const Page = () => <ListPage entity={perimeterProperty} />
