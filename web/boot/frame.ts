// What every phone loads first, as one file: the frame around each page, and home, which most open first.
export { HomePage } from '../pages/home.tsx'
export { start } from './start.tsx'
