export { LevelChip, PlaceName } from './level-chip.tsx'
export { ownPlaces, PlaceSelect } from './place-select.tsx'
