"""Bodies of requests: strict JSON into typed values, refused field by field."""

from collections.abc import Generator
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from litestar.dto import AbstractDTO
from litestar.dto.data_structures import DTOFieldDefinition
from litestar.openapi.spec import Reference, Schema
from litestar.typing import FieldDefinition

from stolik.adapters.web.edge.body import Body
from stolik.app.reading.strict_json import parse
from stolik.app.reading.typed import read

__all__ = ["Body", "Strict"]

if TYPE_CHECKING:
    from litestar._openapi.schema_generation import SchemaCreator  # only a name for readers


T = TypeVar("T", bound=Body)


class Strict(AbstractDTO[T], Generic[T]):
    """`dto=Strict[LogIn]`: reads a route's `data` by `read`; OpenAPI still knows its shape."""

    def decode_bytes(self, value: bytes) -> Any:
        body: T = read(self.model_type, parse(value))
        return body

    @classmethod
    def create_for_field_definition(cls, *_: Any, **__: Any) -> None:
        pass  # nothing to prepare: the value is the model itself

    @classmethod
    def create_openapi_schema(
        cls, field_definition: FieldDefinition, handler_id: str, schema_creator: "SchemaCreator"
    ) -> Reference | Schema:
        del handler_id
        return schema_creator.for_field_definition(field_definition)

    @classmethod
    def generate_field_definitions(
        cls, model_type: type[Any]
    ) -> Generator[DTOFieldDefinition, None, None]:
        del model_type
        yield from ()

    @classmethod
    def detect_nested_field(cls, field_definition: FieldDefinition) -> bool:
        del field_definition
        return False
