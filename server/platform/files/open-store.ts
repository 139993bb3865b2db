import path from 'node:path'
import { openFolderStore } from './folder-store.ts'
import type { S3Address } from './s3-address.ts'
import { openS3Store } from './s3-store.ts'
import type { FileStore } from './store.ts'

/** Uploads received here lie in this folder until they are complete, and without a bucket also from then on. */
export const filesFolder = (dataDir: string): string => path.join(dataDir, 'files')

/** Where the files of an installation lie: its bucket, or its folder. */
export const openStore = ({ filesAt, dataDir }: { filesAt: S3Address | null; dataDir: string }): FileStore =>
  filesAt === null ? openFolderStore(filesFolder(dataDir)) : openS3Store(filesAt)
