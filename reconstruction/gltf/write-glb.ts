import { writeFile } from 'node:fs/promises'
import { Document, Logger, NodeIO } from '@gltf-transform/core'
import {
  EXTMeshoptCompression,
  EXTTextureWebP,
  KHRMaterialsUnlit,
  KHRMeshQuantization,
} from '@gltf-transform/extensions'
import { quantize, reorder } from '@gltf-transform/functions'
import { MeshoptEncoder } from 'meshoptimizer'
import sharp, { type Sharp } from 'sharp'
import type { TexturedMesh } from '../texture/build-texture.ts'

// Writes models as binary glTF 2.0.

const jpegQuality = 88
const webpQuality = 82

/** Writes float geometry and a JPEG texture, which every viewer can open. */
export async function writeModel(path: string, mesh: TexturedMesh): Promise<void> {
  const image = await textureOf(mesh).jpeg({ quality: jpegQuality }).toBuffer()
  const document = describe(mesh, image, 'image/jpeg')
  await writeFile(path, await new NodeIO().registerExtensions([KHRMaterialsUnlit]).writeBinary(document))
}

/** Writes a smaller version for web pages, with quantized meshopt geometry and a WebP texture that the viewer must support. */
export async function writePreview(path: string, mesh: TexturedMesh, textureSize: number): Promise<void> {
  await MeshoptEncoder.ready
  const size = Math.min(textureSize, mesh.size)
  const image = await textureOf(mesh).resize(size, size).webp({ quality: webpQuality }).toBuffer()
  const document = describe(mesh, image, 'image/webp')
  document.createExtension(EXTTextureWebP).setRequired(true)
  await document.transform(reorder({ encoder: MeshoptEncoder }), quantize())
  document
    .createExtension(EXTMeshoptCompression)
    .setRequired(true)
    .setEncoderOptions({ method: EXTMeshoptCompression.EncoderMethod.QUANTIZE })
  const io = new NodeIO()
    .registerExtensions([KHRMaterialsUnlit, EXTMeshoptCompression, KHRMeshQuantization, EXTTextureWebP])
    .registerDependencies({ 'meshopt.encoder': MeshoptEncoder })
  await writeFile(path, await io.writeBinary(document))
}

function textureOf({ texels, size }: TexturedMesh): Sharp {
  return sharp(texels, { raw: { width: size, height: size, channels: 3 } })
}

/** One node, one mesh, one material. It is unlit: the colours of the film already include the light. */
function describe(mesh: TexturedMesh, image: Buffer, mimeType: string): Document {
  // The default logger would print to standard output.
  const document = new Document().setLogger(new Logger(Logger.Verbosity.SILENT))
  const buffer = document.createBuffer()
  const accessor = (type: 'SCALAR' | 'VEC2' | 'VEC3', array: Float32Array | Uint32Array) =>
    document
      .createAccessor()
      .setType(type)
      .setArray(array as Float32Array<ArrayBuffer>)
      .setBuffer(buffer)
  const texture = document.createTexture('texture').setImage(new Uint8Array(image)).setMimeType(mimeType)
  const material = document
    .createMaterial('capture')
    .setBaseColorTexture(texture)
    .setRoughnessFactor(1)
    .setMetallicFactor(0)
    .setExtension('KHR_materials_unlit', document.createExtension(KHRMaterialsUnlit).createUnlit())
  const primitive = document
    .createPrimitive()
    .setMaterial(material)
    .setAttribute('POSITION', accessor('VEC3', mesh.positions))
    .setAttribute('TEXCOORD_0', accessor('VEC2', mesh.uvs))
    .setIndices(accessor('SCALAR', mesh.indices))
  const node = document.createNode('capture').setMesh(document.createMesh('capture').addPrimitive(primitive))
  document.createScene('capture').addChild(node)
  return document
}
