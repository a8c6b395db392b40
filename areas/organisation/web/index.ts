export { PerimeterPicker, type PickedPerimeter } from './perimeter-picker.tsx'
