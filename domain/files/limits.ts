/** 10M, exactly. */
export const FILE_BYTES_MAX = 10 * 1024 * 1024
export const IMAGES_MAX = 8
export const FILES_MAX = 5
/** Width times height, read from the header before anything is decoded. */
export const PIXELS_MAX = 50_000_000
