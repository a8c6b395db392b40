import { perimeterProperty, perimeterPropertyValue } from '#areas/organisation/contract/perimeter-property.ts'
import { definePresentation } from '#kit/web/resource/presentation.ts'

definePresentation(perimeterProperty, { widths: { identifier: 100, name: 280, perimeter_types: 200, restricted_to_global_pilots: 200 } })
definePresentation(perimeterPropertyValue, { widths: { perimeter: 280, perimeter_property: 280 } })
